import type { Bytes } from '../bytes/Bytes.ts'
import { fromBase64Url } from '../bytes/base64Url.ts'

/**
 * Returns the input of every passkey's PRF (`prf.eval.first`): SHA-256 of `ew/prf/v1`. The same for everyone, so that a single tap
 * without a user name logs in and unlocks. Each factor also has its own salt.
 */
export function passkeyPrfSalt(): Bytes {
  return fromBase64Url('YxgDLyqykaqiF0fZXMvgOnudDnQ1AxR-DYTke1h7Z74')
}
