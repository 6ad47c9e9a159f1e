import { walletsEn } from '../../messages/walletsEn.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { Wallets } from '../../views/wallets/Wallets.tsx'
import { walletsCss } from '../../views/wallets/wallets.css.ts'
import { modalEntry } from '../modalEntry.ts'

/** The list of several connections. */
export const group: ViewGroup = { after: modalEntry, views: { Wallets }, styles: [walletsCss], messages: walletsEn }
