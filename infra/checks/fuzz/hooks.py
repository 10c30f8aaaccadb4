"""Rules between fields, which the OpenAPI documents cannot express."""

import re
import uuid

import schemathesis

IF_MATCH = re.compile(r'"[1-9][0-9]{0,8}"|\*')


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    # Some generators of patterns produce NUL although the schema forbids it.
    case.query = {name: without_nul(value) for name, value in (case.query or {}).items()}
    body = agreeing(case.body) if isinstance(case.body, dict) else case.body
    if body is not case.body:
        case.body = body
    for name in list(case.headers or {}):
        # The product refuses a key that another request has used (422).
        if name.lower() == "idempotency-key":
            case.headers[name] = uuid.uuid4().hex
        # A generated user is never the one who is signed in.
        elif name.lower() == "expected-user":
            del case.headers[name]
        # Either the header or the body names the version; the generator does not always follow the quoted pattern.
        elif name.lower() == "if-match":
            if not IF_MATCH.fullmatch(case.headers[name]) or "if_version" in (body if isinstance(body, dict) else {}):
                case.headers[name] = "*"


def agreeing(body):
    """Repeats the password, and names the honeypot field as the form declares it."""
    body = harmless(body)
    if "confirm_password" in body:
        body["password"] = body["confirm_password"] = f"Aq1!{uuid.uuid4().hex}"
    if isinstance(body.get("honeypot_field"), str):
        body[body["honeypot_field"]] = ""
    return body


def harmless(value):
    """Removes names that the product refuses everywhere because they would change JavaScript's own objects (400)."""
    if isinstance(value, dict):
        return {without_nul(name): harmless(inner) for name, inner in value.items() if name not in ("__proto__", "constructor")}
    if isinstance(value, list):
        return [harmless(inner) for inner in value]
    return without_nul(value)


def without_nul(value):
    return value.replace("\x00", "0") if isinstance(value, str) else value
