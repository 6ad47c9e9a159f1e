import { modalEntry } from '../../modal/modalEntry.ts'
import type { ViewGroup } from '../ViewGroup.ts'
import { Wallets } from './Wallets.tsx'
import { walletsCss } from './wallets.css.ts'

/** Several connections at once. */
export const group: ViewGroup = { after: modalEntry, views: { Wallets }, styles: [walletsCss] }
