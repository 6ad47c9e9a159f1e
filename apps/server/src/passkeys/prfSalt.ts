/**
 * Input of a passkey's PRF: SHA-256 of `ew/prf/v1`, base64url. It is the same for all users, so that one tap without a user name logs in
 * and unlocks. The wallet derives keys per wallet from the result.
 */
export const prfSalt = 'YxgDLyqykaqiF0fZXMvgOnudDnQ1AxR-DYTke1h7Z74'
