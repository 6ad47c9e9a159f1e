import type { WalletListing } from '@latchkey/protocol/api'

/** The wallet that a visitor paired, with its links. Later requests open it again. */
export type PairedWallet = {
  name: string
  icon: string | null
  links: Pick<WalletListing, 'mobile_link' | 'desktop_link' | 'webapp_link' | 'link_mode'>
  /** Undefined if it is on another device. */
  choice: 'mobile' | 'desktop' | 'web' | undefined
}

/** Reads a stored wallet; undefined if it is invalid. Its links are checked again each time one is built. */
export function readPairedWallet(value: unknown): PairedWallet | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { name, icon, links, choice } = value as Record<string, unknown>
  if (typeof name !== 'string' || typeof links !== 'object' || links === null) return undefined
  const textOf = (text: unknown) => (typeof text === 'string' ? text : null)
  const link = (key: keyof PairedWallet['links']) => textOf((links as Record<string, unknown>)[key])
  return {
    name,
    icon: textOf(icon),
    links: {
      mobile_link: link('mobile_link'),
      desktop_link: link('desktop_link'),
      webapp_link: link('webapp_link'),
      link_mode: link('link_mode'),
    },
    choice: choice === 'mobile' || choice === 'desktop' || choice === 'web' ? choice : undefined,
  }
}
