"""Tokens: who holds one, a fresh one for oneself, and their end."""

from typing import Any

from flask import Response, g

from service.api import answers, asked
from service.api.paging import paged
from service.api.problems import NOT_FOUND, Problem, unauthorised
from service.api.routing import Call, Routes, answer, bearer
from service.identity import Kept, secret_hash

routes = Routes("tokens", "Tokens by their ids, never as themselves")


@routes.get("/tokens", answers.TokenList, asked.TokenSearch)
def list_tokens(call: Call) -> Response:
    """List tokens: an organiser's all of them, anybody else's those of its own place; ``self`` marks the one that asks"""
    found = (_shown(kept) for kept in call.identity.tokens() if _may(call, kept) and _sought(call, kept))
    return paged(call, "tokens", found, lambda line: (line["id"],))


@routes.post("/tokens", answers.Issued)
def issue(call: Call) -> Response:
    """A fresh token for whoever asks; the one it asks with stays valid until it is deleted

    So a token is changed without a moment in which an answer that was lost leaves its holder without one. A repeat makes
    another, whatever its key; a holder has five at most, and the oldest but the one it asks with goes.
    """
    own = call.identity.token(secret_hash(bearer()))
    if own is None:
        raise unauthorised("this token is not known", "invalid_token")
    token = call.identity.renew(own)
    issued = call.identity.token(secret_hash(token))
    return answer({"token": token, **({} if issued is None else _shown(issued))}, 201)


@routes.delete("/tokens/<digest:token>")
def revoke(call: Call, token: str) -> Response:
    """Revoke a token by its id: an organiser any, anybody else those of its own place; a feed that it opened ends soon"""
    kept = call.identity.token(token)
    if kept is None or not _may(call, kept) or not call.identity.revoke(token):
        raise Problem(NOT_FOUND, "there is no such token")
    g.said.update(revoked=token[:8])
    return Response(status=204)


def _may(call: Call, kept: Kept) -> bool:
    return call.holder.is_organiser or kept.holder == call.holder


def _sought(call: Call, kept: Kept) -> bool:
    wanted = (call.query.get("table", kept.holder.table), call.query.get("role", kept.holder.role))
    return wanted == (kept.holder.table, kept.holder.role)


def _shown(kept: Kept) -> dict[str, Any]:
    found = {
        "id": kept.id,
        "role": kept.holder.role,
        "table": kept.holder.table,
        "name": kept.name,
        "created": kept.created,
        "expires": kept.expires,
        "self": kept.id == secret_hash(bearer()),
    }
    return {key: value for key, value in found.items() if value is not None}
