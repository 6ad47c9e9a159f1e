import { pairingEn } from '../../messages/pairingEn.ts'
import { modalEntry } from '../../modal/modalEntry.ts'
import type { ViewGroup } from '../ViewGroup.ts'
import { ConnectingWalletConnect } from './ConnectingWalletConnect.tsx'
import { ConnectingWalletConnectBasic } from './ConnectingWalletConnectBasic.tsx'
import { pairingCss } from './pairing.css.ts'

/** The views that hand a pairing to a wallet elsewhere; apart because of the QR encoder. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { ConnectingWalletConnect, ConnectingWalletConnectBasic },
  styles: [pairingCss],
  messages: pairingEn,
}
