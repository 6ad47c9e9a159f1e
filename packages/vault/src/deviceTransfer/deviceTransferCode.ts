import { ServiceError } from '@latchkey/protocol/errors'
import type { Bytes } from '../bytes/Bytes.ts'
import { fromCheckedText, toCheckedText } from '../bytes/checkedText.ts'
import { concatBytes } from '../bytes/concatBytes.ts'
import { randomBytes } from '../bytes/randomBytes.ts'

const label = 'ew/handover/v1'
const idLength = 16
const secretLength = 10

/**
 * Creates the code that the old device shows for the new one (text or QR). It contains the ID of the device transfer and 80 random
 * bits that the server does not know, in eleven groups of four.
 *
 * @param options.handoverId the server's UUID
 * @example const { code, secret } = createDeviceTransfer({ handoverId })
 */
export function createDeviceTransfer({ handoverId }: { handoverId: string }): { code: string; secret: Bytes } {
  const secret = randomBytes(secretLength)
  return { code: deviceTransferCodeOf({ handoverId, secret }), secret }
}

/** Returns the code of a device transfer. */
export function deviceTransferCodeOf({ handoverId, secret }: { handoverId: string; secret: Uint8Array }): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(handoverId))
    throw new ServiceError('malformed_request', { field: 'handoverId' })
  const digits = handoverId.replaceAll('-', '')
  const id = Uint8Array.from({ length: idLength }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  )
  return toCheckedText({ label, bytes: concatBytes(id, secret) })
}

/**
 * Parses the code on the new device, as tolerantly as `parseBackupCode`.
 *
 * @throws LatchkeyError `handover_code_invalid`; the text is not in the error
 * @example const { handoverId, secret } = parseDeviceTransferCode(typed)
 */
export function parseDeviceTransferCode(text: string): { handoverId: string; secret: Bytes } {
  const bytes = fromCheckedText({ label, text, length: idLength + secretLength })
  if (!bytes) throw new ServiceError('handover_code_invalid')
  const digits = Array.from(bytes.subarray(0, idLength), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const handoverId = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { handoverId, secret: bytes.slice(idLength) }
}
