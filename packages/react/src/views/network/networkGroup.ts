import { networkEn } from '../../messages/networkEn.ts'
import { modalEntry } from '../../modal/modalEntry.ts'
import type { ViewGroup } from '../ViewGroup.ts'
import { Networks } from './Networks.tsx'
import { networkCss } from './network.css.ts'
import { SwitchNetwork } from './SwitchNetwork.tsx'
import { UnsupportedChain } from './UnsupportedChain.tsx'
import { WhatIsANetwork } from './WhatIsANetwork.tsx'

/** Seeing and switching networks. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { Networks, SwitchNetwork, UnsupportedChain, WhatIsANetwork },
  styles: [networkCss],
  messages: networkEn,
}
