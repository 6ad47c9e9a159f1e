import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readWalletList, shippedWallets } from './createDirectory.ts'
import { mergeWallets, type WalletMerge } from './mergeWallets.ts'
import { type WalletRecord, walletListSchema } from './WalletRecord.ts'

/**
 * Merges a file of wallets into the directory's file. The file is replaced atomically, so readers see the old or the new one completely,
 * even after a crash. Nothing is written if nothing changed.
 *
 * @param options.from the other list
 * @param options.into the directory's file; a missing file starts with the list of the server
 * @throws Error if one of the files cannot be read, or is not a list of wallets
 */
export function importWallets({ from, into }: { from: string; into: string }): WalletMerge {
  const isThere = existsSync(into)
  const current = readWalletList({ path: isThere ? into : shippedWallets })
  const merge = mergeWallets({ current, incoming: JSON.parse(readFileSync(from, 'utf8')) })
  const text = `${JSON.stringify(merge.wallets.map(toEntry), null, 2)}\n`
  // Check that the server can read the result.
  walletListSchema.parse(JSON.parse(text))
  if (!isThere || merge.added.length > 0 || merge.changed.length > 0) replaceFile({ path: into, text })
  return merge
}

/** Converts a wallet to an entry of the file, without empty fields. */
function toEntry({ image_id, ...wallet }: WalletRecord): Record<string, unknown> {
  const { id, name, ...rest } = wallet
  const said = Object.entries(rest).filter(([, value]) => value !== null)
  return { id, name, ...(image_id === id ? {} : { image_id }), ...Object.fromEntries(said) }
}

function replaceFile({ path, text }: { path: string; text: string }): void {
  const temporary = join(dirname(path), `.wallets-${process.pid}.json`)
  try {
    const file = openSync(temporary, 'w', 0o644)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
