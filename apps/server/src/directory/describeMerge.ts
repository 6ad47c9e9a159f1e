import type { WalletMerge } from './mergeWallets.ts'

/** Describes the result of an import in lines for the operator. */
export function describeMerge({ merge, into }: { merge: WalletMerge; into: string }): string {
  const { added, changed, unchanged, refused, wallets } = merge
  return [
    ...added.map(({ id, name }) => `added    ${id} (${name})`),
    ...changed.map(({ id, fields }) => `changed  ${id}: ${fields.join(', ')}`),
    ...refused.map(({ entry, reason }) => `refused  ${entry}: ${reason}`),
    `${into}: ${wallets.length} wallets; ${added.length} added, ${changed.length} changed, ${unchanged} unchanged, ${refused.length} refused`,
  ].join('\n')
}
