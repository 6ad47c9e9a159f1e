/** Labels that visitors cannot register, because they suggest the operator, a protocol or money. */
export const reservedLabels: readonly string[] = toWords(`
  about account accounts address anonymous claim contact contract docs domain domains download email everyone
  example exchange explorer faucet feedback gateway guest help home info invalid invoice legal localhost login
  logout mail name names news nobody null onramp payment payments payout press privacy profile profiles refund
  register registrar registry resolver reverse settings signin signup status subscribe swap system team terms
  test token treasury undefined update user username users vault wallet wallets webmaster welcome withdraw
  addr bitcoin ether ethereum solana usdc usdt
`)

/** Words that suggest the operator's authority. No label can contain one as a part between hyphens. */
export const authorityWords: readonly string[] = toWords(`
  abuse admin administrator administration billing compliance customerservice helpdesk hostmaster latchkey
  moderator official postmaster recovery root security staff support sysadmin verification verified verify
`)

/** Reserved labels that suggest the operator in combination with another one: `walletteam`, `accounthelp`. */
export const serviceWords: readonly string[] = toWords(`
  account accounts contact help login payment payments refund signin wallet wallets
`)

function toWords(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
