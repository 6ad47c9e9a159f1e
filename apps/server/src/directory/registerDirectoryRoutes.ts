import { getWallets } from '@latchkey/protocol/api'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { registerRoute } from '../platform/http/registerRoute.ts'
import type { DocumentedRoute } from '../platform/openapi/createOpenApiDocument.ts'
import { coinMarks } from './coinMarks.ts'
import type { Directory } from './createDirectory.ts'
import { createMonogram } from './createMonogram.ts'
import type { WalletImages } from './readWalletImages.ts'

const images = [
  { path: '/getWalletImage/{id}', key: 'id', summary: 'Icon of a wallet' },
  { path: '/public/getAssetImage/{id}', key: 'id', summary: 'Icon of a network, by CAIP-2 id' },
  { path: '/public/getTokenImage/{symbol}', key: 'symbol', summary: 'Icon of a token, by symbol' },
  { path: '/public/getCurrencyImage/{code}', key: 'code', summary: 'Icon of a currency, by ISO 4217 code' },
] as const

/** An operator's SVG is an untrusted document: opened directly it can use styles, and nothing else. */
const ownImagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** Documentation of the images. */
export const directoryDocumentation: readonly DocumentedRoute[] = images.map(({ path, summary }) => ({
  method: 'GET',
  path,
  summary,
  tag: 'Directory',
  description:
    'An SVG image, drawn by this server, or a picture that its operator gave; needs no project. What is not known gets a monogram of its own, so an image is never broken.',
}))

/** Registers the wallet directory and the icons. */
export function registerDirectoryRoutes({
  app,
  config,
  directory,
  images: ownImages = new Map(),
}: {
  app: App
  config: Pick<ServerConfig, 'chains'>
  directory: Directory
  /** Pictures of the operator. */
  images?: WalletImages
}): void {
  registerEndpoint(app, getWallets, ({ query }, { baseUrl, header }) => {
    header('cache-control', 'public, max-age=300')
    return directory.list({ query, baseUrl })
  })

  const chainNames = new Map<string, string>(config.chains.map(({ chainId, name }) => [chainId, name]))
  const monogram = (key: string, label: string, tint?: string | null) =>
    createMonogram({ seed: key.toLowerCase(), label, tint })
  const drawWallet = (id: string) => {
    const wallet = directory.find(id)
    return monogram(id, (wallet?.name ?? id).replace(/\s+wallet$/i, ''), wallet?.tint)
  }
  const draw: Record<(typeof images)[number]['path'], (key: string) => string> = {
    '/getWalletImage/{id}': drawWallet,
    '/public/getAssetImage/{id}': (id) => monogram(id, chainNames.get(id) ?? id.replace(/^\w+:/, '')),
    '/public/getTokenImage/{symbol}': (symbol) => coinMarks.get(toUpperAscii(symbol)) ?? monogram(symbol, symbol),
    '/public/getCurrencyImage/{code}': (code) => monogram(code, currencySign(code)),
  }

  for (const { path, key } of images) {
    registerRoute(app, { method: 'GET', path, project: 'none' }, async ({ params, admit }) => {
      await admit(undefined)
      const name = (params[key] ?? '').slice(0, 128)
      const given = path === '/getWalletImage/{id}' ? ownImages.get(directory.find(name)?.image_id ?? name) : undefined
      return {
        headers: {
          'content-type': given?.contentType ?? 'image/svg+xml',
          'cache-control': 'public, max-age=31536000, immutable',
          ...(given ? { 'content-security-policy': ownImagePolicy } : {}),
        },
        body: given?.bytes ?? draw[path](name),
      }
    })
  }
}

/** Converts only the 26 letters to upper case, because Unicode rules would convert look-alikes such as `ſ` to them. */
function toUpperAscii(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
}

/** `usd` → `$`. Returns the code itself if it has no sign or is not a currency. */
function currencySign(code: string): string {
  try {
    const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
  } catch {
    return code
  }
}
