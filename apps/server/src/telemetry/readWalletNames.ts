import type { WalletListing } from '@latchkey/protocol/api'
import type { Directory } from '../directory/createDirectory.ts'

const pageSize = 100

/** Returns every wallet of the directory. */
export function readWalletNames({ directory }: { directory: Pick<Directory, 'list'> }): WalletListing[] {
  const wallets: WalletListing[] = []
  for (let page = 1; ; page++) {
    const { data } = directory.list({ query: { page: String(page), entries: String(pageSize) }, baseUrl: '' })
    wallets.push(...data)
    if (data.length < pageSize) return wallets
  }
}
