"""The one error of the client. It quotes the service's own words and nothing of the request."""

from collections.abc import Mapping
from typing import Any


class PalimpsestError(Exception):
    """A refusal of the service, or an error that only the client can tell.

    `code` is the service's (`VALIDATION_ERROR`, `RATE_LIMITED` ...), `UNREACHABLE` where no answer
    came or none of the service, `NOT_PROCESSED` where a write was accepted and failed afterwards,
    or is not known to be processed: `details` names it (`resourceId`, `itemId`), and the same
    write again would be stored twice. `status` is the HTTP status, 0 where there was no answer.
    `details` names the field of a bad request.
    """

    def __init__(
        self, code: str, message: str, status: int = 0, details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.details: Mapping[str, Any] = details or {}


def refused(field: str, issue: str) -> PalimpsestError:
    """Return the error of input that is refused as the service would, before any call."""
    details = {"field": field, "issue": issue}
    return PalimpsestError("VALIDATION_ERROR", f"{field}: {issue}", 400, details)


def is_number(value: object) -> bool:
    """Return whether it is a number; True and False count as none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def error_of(body: object, status: int) -> PalimpsestError:
    """Return the error for an answer other than success."""
    told = body.get("error") if isinstance(body, dict) else None
    if isinstance(told, dict) and isinstance(told.get("code"), str):
        details = told.get("details")
        known = details if isinstance(details, dict) else None
        return PalimpsestError(told["code"], str(told.get("message", "")), status, known)
    message = f"the answer (status {status}) does not come from the service: is the address right?"
    return PalimpsestError("UNREACHABLE", message, status)
