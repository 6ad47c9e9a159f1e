import type { Bytes } from '../bytes/Bytes.ts'
import { fromBase64Url } from '../bytes/base64Url.ts'

/**
 * What every passkey's PRF is evaluated with (`prf.eval.first`): SHA-256 of `ew/prf/v1`. The same for everybody, so that a single
 * tap without a user name signs in and unlocks; each factor has a salt of its own besides.
 */
export function passkeyPrfSalt(): Bytes {
  return fromBase64Url('YxgDLyqykaqiF0fZXMvgOnudDnQ1AxR-DYTke1h7Z74')
}
