/**
 * What a passkey's PRF is evaluated at: SHA-256 of `ew/prf/v1`, base64url. The same for everybody, so that one tap without a user name
 * logs in and unlocks; the wallet derives per wallet from the result.
 */
export const prfSalt = 'YxgDLyqykaqiF0fZXMvgOnudDnQ1AxR-DYTke1h7Z74'
