import type { ViewGroup } from '../ViewGroup.ts'
import { AllWallets } from './AllWallets.tsx'
import { Connect } from './Connect.tsx'
import { ConnectingExternal } from './ConnectingExternal.tsx'
import { ConnectingMultiChain } from './ConnectingMultiChain.tsx'
import { connectCss } from './connect.css.ts'
import { GetWallet } from './GetWallet.tsx'
import { WhatIsAWallet } from './WhatIsAWallet.tsx'

/** The views for choosing and reaching a wallet; they come with the modal. */
export const connectGroup: ViewGroup = {
  views: { Connect, ConnectingExternal, ConnectingMultiChain, AllWallets, GetWallet, WhatIsAWallet },
  styles: [connectCss],
}
