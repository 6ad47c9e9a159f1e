import { directoryEn } from '../../messages/directoryEn.ts'
import { liveCodeEn } from '../../messages/liveCodeEn.ts'
import { pairingEn } from '../../messages/pairingEn.ts'
import { ConnectingWalletConnect } from '../../views/pairing/ConnectingWalletConnect.tsx'
import { ConnectingWalletConnectBasic } from '../../views/pairing/ConnectingWalletConnectBasic.tsx'
import { pairingCss } from '../../views/pairing/pairing.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The views that pair with a wallet elsewhere. A separate group because of the QR encoder. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { ConnectingWalletConnect, ConnectingWalletConnectBasic },
  styles: [pairingCss],
  messages: { ...directoryEn, ...liveCodeEn, ...pairingEn },
}
