import { NotOffered } from '../later/NotOffered.tsx'
import type { ViewGroup } from '../ViewGroup.ts'

export const group: ViewGroup = {
  views: { ConnectingWalletConnect: NotOffered, ConnectingWalletConnectBasic: NotOffered },
  styles: '',
}
