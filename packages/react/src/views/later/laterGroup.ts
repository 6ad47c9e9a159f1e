import type { ViewGroup } from '../ViewGroup.ts'
import { NotOffered } from './NotOffered.tsx'

/** Views of services that this site has not set up. */
export const group: ViewGroup = {
  views: {
    ConnectingSocial: NotOffered,
    ConnectingFarcaster: NotOffered,
    SmartAccountSettings: NotOffered,
    SmartSessionList: NotOffered,
    Swap: NotOffered,
    SwapSelectToken: NotOffered,
    SwapPreview: NotOffered,
    OnRampProviders: NotOffered,
    OnRampTokenSelect: NotOffered,
    OnRampFiatSelect: NotOffered,
    BuyInProgress: NotOffered,
    WhatIsABuy: NotOffered,
    ChooseAccountName: NotOffered,
    RegisterAccountName: NotOffered,
    RegisterAccountNameSuccess: NotOffered,
  },
  styles: '',
}
