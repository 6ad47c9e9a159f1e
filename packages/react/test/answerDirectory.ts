import type { WalletListing } from '@latchkey/protocol/api'
import { onTestFinished, vi } from 'vitest'

/** A directory of wallets that a test controls. */
export type TestDirectory = {
  /** Received requests, as query parameters. */
  asked: Record<string, string>[]
  setDown: (down: boolean) => void
}

/** Answers a real kit's requests for wallets until the test ends. All other requests fail. */
export function answerDirectory(listings: readonly WalletListing[]): TestDirectory {
  const asked: TestDirectory['asked'] = []
  let down = false
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = new URL(String(input))
    if (url.pathname !== '/getWallets' || down) throw new TypeError('Failed to fetch')
    const query = Object.fromEntries(url.searchParams)
    asked.push(query)
    const found = listings.filter(({ name }) => name.toLowerCase().includes(query.search ?? ''))
    const size = Number(query.entries)
    const start = (Number(query.page) - 1) * size
    return Response.json({ data: found.slice(start, start + size), count: found.length })
  })
  onTestFinished(() => spy.mockRestore())
  return {
    asked,
    setDown: (next) => {
      down = next
    },
  }
}
