"""What Schemathesis cannot know from the documents: rules between one field and another."""

import uuid

import schemathesis

KEY = "idempotency-key"


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    # A key names one intent: the same one made by chance for another request would be refused (422).
    for name in [name for name in case.headers or {} if name.lower() == KEY]:
        case.headers[name] = uuid.uuid4().hex
    if isinstance(case.body, dict):
        case.body = agreeing(case.body)


def agreeing(body):
    """A password is given twice; the hidden field of a form goes under the name that another field gives."""
    body = dict(body)
    if "confirm_password" in body:
        body["password"] = body["confirm_password"] = f"Aq1!{uuid.uuid4().hex}"
    if isinstance(body.get("honeypot_field"), str):
        body[body["honeypot_field"]] = ""
    return body
