FROM python:3.11-slim-bookworm AS installed
COPY scripts/requirements.lock /tmp/
RUN python -m venv /opt/gavel \
 && sed '/^# for the tests$/,$d' /tmp/requirements.lock > /tmp/run.lock \
 && /opt/gavel/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r /tmp/run.lock

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/gavel gavel
COPY --from=installed /opt/gavel /opt/gavel
WORKDIR /opt/gavel/app
COPY domain domain
COPY projections projections
COPY service service
COPY workers workers
COPY --chmod=755 scripts/gavel /usr/local/bin/gavel
ENV PATH=/opt/gavel/bin:$PATH PYTHONPATH=/opt/gavel/app PYTHONSAFEPATH=1 PYTHONUNBUFFERED=1
ENV GAVEL_DATA=/var/lib/gavel GAVEL_HOST=0.0.0.0 GAVEL_PORT=8420
USER gavel
VOLUME /var/lib/gavel
EXPOSE 8420
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8420/healthz', timeout=2)"]
ENTRYPOINT ["gavel"]
CMD ["serve"]
