import { type ChainNamespace, chainNamespaces } from '@latchkey/protocol'
import type { WalletListing } from '@latchkey/protocol/api'
import { buildBrowseLink } from '../walletLinks/buildBrowseLink.ts'
import { buildWalletLink } from '../walletLinks/buildWalletLink.ts'
import type { DeviceFacts } from '../walletLinks/DeviceFacts.ts'
import type { WalletChoice, WalletEntry } from './WalletsFeature.ts'

/** A placeholder pairing, to test whether a link can be built. */
const anyPairing = 'wc:0@2?relay-protocol=irn&symKey=0'

/** The device's properties that determine the choices. */
export type ChoiceDevice = DeviceFacts & {
  /** Whether extensions of the Chrome Web Store can be installed. */
  isChromium: boolean
}

/**
 * Lists the ways to reach a wallet from here, the best one first. It leaves out ways that cannot work:
 *
 * - a code on the screen of the phone that should scan it
 * - the store of an extension in Telegram, or in a browser without extensions
 * - a pairing for another family, or without a common relay
 *
 * @param options.canPair whether one of the app's relays reaches this wallet
 * @param options.pairedFamilies the families that a pairing can connect; default: all
 */
export function listChoices({
  wallet: { connectors, listing },
  namespace,
  device,
  canPair,
  pairedFamilies = chainNamespaces,
  pageUrl,
}: {
  wallet: Pick<WalletEntry, 'connectors' | 'listing'>
  namespace?: ChainNamespace | undefined
  device: ChoiceDevice
  canPair: boolean
  pairedFamilies?: readonly ChainNamespace[]
  pageUrl: string | undefined
}): WalletChoice[] {
  const here = connectors.filter((connector) => !namespace || connector.namespace === namespace)
  const choices: WalletChoice[] = here.length > 0 ? [{ type: 'browser', connectors: here }] : []
  if (!listing) return choices
  const isOf = (families: readonly ChainNamespace[]) =>
    listing.chains.length === 0 ||
    families.some((family) => listing.chains.some((chain) => chain.startsWith(`${family}:`)))
  const isOfFamily = !namespace || isOf([namespace])
  const isPaired = isOf(pairedFamilies.filter((family) => !namespace || family === namespace))
  const links = (choice: 'mobile' | 'desktop' | 'web') =>
    buildWalletLink({ listing, uri: anyPairing, choice, device }) !== undefined
  if (canPair && isPaired && (!namespace || pairedFamilies.includes(namespace))) {
    if (device.platform === 'desktop') {
      if (listing.mobile_link || listing.link_mode) choices.push({ type: 'qr' })
      if (links('desktop')) choices.push({ type: 'desktop' })
    } else if (links('mobile')) choices.push({ type: 'mobile' })
    if (links('web')) choices.push({ type: 'web' })
  }
  if (here.length > 0) return choices
  const browse =
    pageUrl && !choices.some(({ type }) => type === 'mobile')
      ? buildBrowseLink({ listing, pageUrl, device })
      : undefined
  if (browse && isOfFamily) choices.push({ type: 'browse', ...browse })
  const install = chooseShop({ listing, device })
  if (install) choices.push(install)
  return choices
}

/** Returns the place to install the wallet on this device. */
function chooseShop({
  listing: { app_store, play_store, chrome_store, homepage },
  device: { platform, telegram, isChromium },
}: {
  listing: WalletListing
  device: ChoiceDevice
}): WalletChoice | undefined {
  const shop =
    platform === 'ios'
      ? ({ url: app_store, store: 'ios' } as const)
      : platform === 'android'
        ? ({ url: play_store, store: 'android' } as const)
        : ({ url: telegram || !isChromium ? null : chrome_store, store: 'chrome' } as const)
  const found = [shop, { url: homepage, store: 'homepage' } as const].find(({ url }) => isWebAddress(url))
  return found?.url ? { type: 'install', url: found.url, store: found.store } : undefined
}

function isWebAddress(url: string | null): boolean {
  return url !== null && /^https:\/\/[^\s]+$/.test(url)
}
