import type { ViewGroup } from '../ViewGroup.ts'
import { Wallets } from './Wallets.tsx'
import { walletsCss } from './wallets.css.ts'

/** Several connections at once. */
export const group: ViewGroup = { views: { Wallets }, styles: [walletsCss] }
