"""What each rule group allows and causes."""
