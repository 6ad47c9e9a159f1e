import { modalEntry } from '../../modal/modalEntry.ts'
import type { ViewGroup } from '../ViewGroup.ts'
import { Receive } from './Receive.tsx'
import { receiveCss } from './receive.css.ts'

/** Receiving; apart from the account because of the QR encoder. */
export const group: ViewGroup = { after: modalEntry, views: { Receive }, styles: [receiveCss] }
