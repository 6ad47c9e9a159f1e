import { networkEn } from '../../messages/networkEn.ts'
import { Networks } from '../../views/network/Networks.tsx'
import { networkCss } from '../../views/network/network.css.ts'
import { SwitchNetwork } from '../../views/network/SwitchNetwork.tsx'
import { UnsupportedChain } from '../../views/network/UnsupportedChain.tsx'
import { WhatIsANetwork } from '../../views/network/WhatIsANetwork.tsx'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The views to see and switch networks. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { Networks, SwitchNetwork, UnsupportedChain, WhatIsANetwork },
  styles: [networkCss],
  messages: networkEn,
}
