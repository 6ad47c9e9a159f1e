import { protectEn } from '../../messages/protectEn.ts'
import { receiveEn } from '../../messages/receiveEn.ts'
import { Receive } from '../../views/receive/Receive.tsx'
import { receiveCss } from '../../views/receive/receive.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The view to receive. Separate from the account because of the QR encoder. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { Receive },
  styles: [receiveCss],
  messages: { ...protectEn, ...receiveEn },
}
