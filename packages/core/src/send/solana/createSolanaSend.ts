import { LatchkeyError } from '@latchkey/protocol'
import type { SendFamily, SendFamilyParameters } from '../SendFamily.ts'

/** Payments on Solana. */
export function createSolanaSend(_parameters: SendFamilyParameters): SendFamily {
  const missing = async () => {
    throw new LatchkeyError('adapter_not_found')
  }
  return { prepare: missing, max: missing, speeds: missing, handOver: missing }
}
