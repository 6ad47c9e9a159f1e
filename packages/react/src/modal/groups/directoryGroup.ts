import { directoryEn } from '../../messages/directoryEn.ts'
import { AllWallets } from '../../views/connect/AllWallets.tsx'
import { GetWallet } from '../../views/connect/GetWallet.tsx'
import { WhatIsAWallet } from '../../views/connect/WhatIsAWallet.tsx'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** All wallets, getting one, and the explanation of wallets. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { AllWallets, GetWallet, WhatIsAWallet },
  styles: [],
  messages: directoryEn,
}
