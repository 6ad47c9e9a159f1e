import type { ChainId } from '@latchkey/protocol'
import type { FamilyDetails } from './families/FamilyDetails.ts'
import type { PermissionsDescription } from './permissions/PermissionsDescription.ts'

/** Sends a request to the chain, like an EIP-1193 `request`, over the operator's RPC endpoints. */
export type ChainReader = (request: { method: string; params: readonly unknown[] }) => Promise<unknown>

/** A request to the wallet. */
export type SigningRequest = {
  /** `eth_sendTransaction`, `personal_sign`, `eth_signTypedData_v4`, `wallet_sendCalls`, `wallet_grantPermissions`, `wallet_revokePermissions`. */
  method: string
  params: unknown
  /** CAIP-2 of the network in use. */
  chainId: ChainId
  /** The account that would sign; EIP-55. */
  account: `0x${string}`
  /** The verified origin of the asking page, for example `https://app.example`. */
  origin: string
  /**
   * The calls become one operation of the account (ERC-4337): all or none, with nonce and fee outside of them. For
   * `eth_sendTransaction` and `wallet_sendCalls`.
   */
  asOperation?: true | undefined
}

/** A request to the wallet on a network outside of EVM. */
export type FamilyRequest = {
  /** `solana_signTransaction`, `solana_signMessage`, `signPsbt`, `sendTransfer` and so on. */
  method: string
  /** An object, whose keys depend on the method. */
  params: unknown
  /** CAIP-2 of the network in use. */
  chainId: ChainId
  /** The account that would sign, in its network's format; for Bitcoin the payment address. */
  account: string
  /** The verified origin of the asking page. */
  origin: string
}

/** A token as it is shown. `decimals` null: not known, so the amount is in base units. */
export type AssetName = {
  /** Contract address, EIP-55, or mint; null for the native token. */
  address: string | null
  symbol: string
  name: string
  decimals: number | null
  /** `spl`: a Solana token of either token program; `splNft`: one with a supply of one. */
  kind: 'native' | 'erc20' | 'erc721' | 'erc1155' | 'spl' | 'splNft'
}

/** One change of the account's balances in the simulation. */
export type BalanceChange = {
  asset: AssetName
  direction: 'in' | 'out'
  /** Base units. */
  amount: bigint
  /** Exact decimal text. */
  amountText: string
  /** ERC-721 and ERC-1155. */
  tokenId: bigint | null
  /** The counterparty, if any. */
  counterparty: string | null
}

/** One field of the decoded request, as a tree: EIP-712 structs and tuples have `children`. */
export type DescriptionField = {
  /** Name in the ABI, descriptor or type. */
  name: string
  /** Key of the message catalog if the name is one of ours (`spender`, `amount`, `deadline`…). */
  label: FieldLabel | null
  type: string
  value: FieldValue
  children: readonly DescriptionField[]
}

/** Field names with translations. */
export type FieldLabel =
  | 'amount'
  | 'approvedFor'
  | 'authority'
  | 'contract'
  | 'deadline'
  | 'feePayer'
  | 'from'
  | 'memo'
  | 'minimumReceived'
  | 'newOwner'
  | 'nonce'
  | 'operator'
  | 'owner'
  | 'paid'
  | 'program'
  | 'receiver'
  | 'rent'
  | 'spender'
  | 'token'
  | 'tokenAccount'
  | 'tokenId'

/** A value with its meaning. */
export type FieldValue =
  | { kind: 'address'; address: string; name: string | null; notice: AddressNotice | null }
  | { kind: 'amount'; amount: bigint; text: string; asset: AssetName; isUnlimited: boolean }
  | { kind: 'time'; unixSeconds: number }
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; hex: `0x${string}` }
  /** A picture inside a text; `size` in bytes. */
  | { kind: 'picture'; size: number }
  | { kind: 'none' }

/** Notice about a receiving address. */
export type AddressNotice =
  | { kind: 'own' }
  /** The account has sent to it before. */
  | { kind: 'known' }
  | { kind: 'firstTime' }
  /** Resembles an address of the history or the list, but differs. */
  | { kind: 'lookAlike'; resembles: string }
  | { kind: 'tokenContract' }
  | { kind: 'unchecked' }

/** Effect of a request in one word; screens have a sentence for each. */
export type Intent =
  | 'send'
  | 'sendNft'
  | 'approve'
  | 'revokeApproval'
  | 'approveAll'
  | 'permit'
  | 'swap'
  | 'wrap'
  | 'unwrap'
  | 'deposit'
  | 'withdraw'
  | 'deploy'
  | 'contractCall'
  | 'batch'
  // Solana
  | 'programCall'
  | 'createAccount'
  | 'closeAccount'
  | 'changeAuthority'
  | 'burn'
  /** Several transactions, one part for each. */
  | 'transactions'
  // Bitcoin
  | 'sendToSelf'
  /** Part of a transaction that is incomplete, or not only the visitor's. */
  | 'signPart'
  | 'grantPermissions'
  | 'revokePermissions'
  | 'signIn'
  | 'signMessage'
  | 'signTypedData'

/** A fact that the visitor must know. `refuse`: the request is not signed. */
export type Finding = {
  level: 'refuse' | 'warn' | 'note'
  code: FindingCode
  /** Values for the code's sentence; the keys are listed at each code. */
  values: Readonly<Record<string, string>>
}

/** The rules of design/wallet-frame 2.10, each with the keys of its values. Unknown values are omitted. */
export type FindingCode =
  // refuse
  /** `method` */
  | 'methodForbidden'
  /** `wanted` (chain ID in the request), `network` (chain ID in use) */
  | 'chainMismatch'
  /** `wanted`, `account` */
  | 'accountMismatch'
  /** `domain`, `origin` */
  | 'domainMismatch'
  /** `address`: the code that the account would get */
  | 'delegationUnknown'
  /** `address`: the called contract. It could change who controls the account, which only the wallet's own screens do. */
  | 'accountControl'
  /** A text for a wallet's server, which authorizes changes of a wallet or a permission. The wallet never signs it for a site. */
  | 'walletControl'
  /** `field`, `reason` (English, for the site builder). A near miss of a sign-in is a `warn`. */
  | 'malformed'
  // warn
  /** `symbol`, `spender` */
  | 'unlimitedApproval'
  /** `operator`, `symbol` */
  | 'approvalForAll'
  /** `spender` */
  | 'permitSignature'
  /** `address`: the contract that anyone with the signature can call in the account's name */
  | 'callBySignature'
  /** `address` */
  | 'firstTimeReceiver'
  /** `address`, `resembles` */
  | 'lookAlikeReceiver'
  /** `address`, `symbol` */
  | 'sendToTokenContract'
  /** `reason` */
  | 'simulationFailed'
  /** none */
  | 'simulationUnavailable'
  /** `bytes`: how many. Not for typed data of an unknown type, of any contract or of any network */
  | 'blindData'
  /**
   * `address`, `reason`: `noCode`, `unknown`, `delegateCall` (its code would run as the account) or `imitation` (then `symbol`, which
   * belongs to another token)
   */
  | 'unverifiedContract'
  /** `deadline`: unix seconds */
  | 'expiredMessage'
  /** `field`: `issuedAt`, `expirationTime` or `notBefore`; `time`: as in the message */
  | 'signInTimes'
  /** `count`, `characters` (`U+202E U+200B`) */
  | 'hiddenCharacters'
  /** `address`: a foreign address that a name would point to */
  | 'nameToOther'
  /** `amount` (decimal text), `symbol` */
  | 'lossWithoutReturn'
  /** `needed`, `available` (decimal texts), `symbol` */
  | 'insufficientFunds'
  /** `cost` (decimal text), `symbol`: many times the network's fee, or high compared to the payment */
  | 'highFee'
  /** `symbol`: a swap may return as little as nothing of it */
  | 'noMinimum'
  /**
   * `nonce` (from the app), `next` (the account's next nonce after pending ones). A `note` if it replaces a pending transaction. For
   * Bitcoin: a transaction that spends the same coin, without values.
   */
  | 'nonceGiven'
  // note
  /** `name` */
  | 'testNetwork'
  // permissions (ERC-7715): refuse
  /** `until`: unix seconds */
  | 'grantExpired'
  /** `address`: the session key is one of the visitor's own keys */
  | 'signerOwn'
  /** `address`: the session key is public. A `warn` on a test network. */
  | 'signerKnown'
  /** `address`: the account itself, or a contract that guards its permissions */
  | 'protectedTarget'
  // permissions: warn
  /** `until`: unix seconds */
  | 'grantLong'
  /** `symbol` */
  | 'allowanceUnlimited'
  /** `amount` (decimal text), `symbol`: one period can take the whole balance */
  | 'allowanceOverBalance'
  /** `symbol` */
  | 'anyReceiver'
  /** `address`, `signature`: its approval outlasts the permission */
  | 'lastingApproval'
  /** `address`, `signature`: a function of a token, or one that carries calls, with unrestricted arguments */
  | 'openFunction'
  /** `address`, `signature`: it decides who controls the contract, or replaces its code */
  | 'controlFunction'
  // Solana: refuse
  /** `address`: a lookup table that could not be read, so that its accounts are unknown */
  | 'accountsUnresolved'
  /** none: the text to sign is a transaction, or a part of one */
  | 'messageIsTransaction'
  /** none: the network does not know the blockhash, or no longer */
  | 'blockhashExpired'
  /** none: the network does not have this nonce, or its network is unknown: the transaction may be valid on another */
  | 'otherCluster'
  // Solana: warn
  /** `address` */
  | 'unknownProgram'
  /** `address` (the new owner), `symbol`: a token account with its whole balance */
  | 'tokenAccountTaken'
  /** `address` (the new authority), `symbol`: authority over a token or an account goes to another address */
  | 'authorityGiven'
  /** `spender`, `symbol`, `amount`: the spender can take this amount, now and later */
  | 'delegateGiven'
  /** `address`: receives the rest of a closed account */
  | 'closeToOther'
  /** none: a durable nonce; once signed, it can still be sent in a year */
  | 'noExpiry'
  /** `symbol`, `address`: its issuer can take it from any account */
  | 'permanentDelegate'
  /** `symbol`, `address`: moving it runs that program */
  | 'transferHook'
  /** `address` */
  | 'sendToProgram'
  /** `address`: native tokens are sent to a token account */
  | 'sendToTokenAccount'
  /** `address`: it belongs to a program and not to a key */
  | 'ownedByProgram'
  // Solana: note
  /** `address`: another account pays the fee */
  | 'otherFeePayer'
  /** `count`, `address`: more signatures than yours are needed. A `refuse` if it would be sent at once, also for Bitcoin. */
  | 'signersMissing'
  /** `symbol`, `amount`: the token keeps a part of each transfer */
  | 'transferFee'
  // Bitcoin: refuse
  /** `index`: the request's data of an own input differs from the chain's */
  | 'inputFalse'
  /** `index`: the value of an own input is unknown */
  | 'inputUnknown'
  /** `sighash`: with this signature anyone could send the coins anywhere */
  | 'sighashNone'
  // Bitcoin: warn
  /** `sighash`: others can change the rest of the transaction */
  | 'sighashOpen'
  /** `count`: foreign inputs of unknown value */
  | 'feeUnknown'
  /** `index`: the coin is already spent */
  | 'inputSpent'
  /** `address`: coins of the address for collectibles, which may carry one */
  | 'ordinalInput'
  /** `amount`, `symbol`: too little for the network to relay */
  | 'dustOutput'
  /** `bytes`: payment to a script without an address */
  | 'unknownScript'
  // Bitcoin: note
  /** `bytes`: written to the chain permanently */
  | 'dataOutput'
  /** `count`: inputs of others */
  | 'foreignInputs'
  /** `time` (Unix seconds) or `height`: not valid before */
  | 'lockedUntil'

/** Network cost of a transaction. */
export type NetworkFee = {
  /** EVM networks only. */
  gas?: bigint | undefined
  /** Maximum wei for each unit of gas. */
  maxFeePerGas?: bigint | undefined
  /** Wei: maximum, gas × price. Lamports or satoshis: exact. */
  cost: bigint
  costText: string
  symbol: string
  /** Bitcoin: satoshis per virtual byte, decimal text. */
  rateText?: string | undefined
  /** Solana: the priority fee within the cost, decimal text. */
  priorityText?: string | undefined
  /** Another account that pays it. */
  payer?: string | undefined
}

/** A complete transaction, to be signed exactly like this. */
export type PreparedTransaction = {
  type: 'legacy' | 'eip1559'
  chainId: number
  to: `0x${string}` | null
  value: bigint
  data: `0x${string}`
  nonce: number
  gas: bigint
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
}

/** Everything to show before signing. Plain data: screens turn it into sentences. */
export type Description = {
  intent: Intent
  /** The called contract or the receiver. */
  target: { address: string; name: string | null; notice: AddressNotice | null } | null
  /** The function or primary type in its ABI form: `transfer(address,uint256)`. */
  signature: string | null
  fields: readonly DescriptionField[]
  /** Null: the simulation failed, which is a finding. */
  balanceChanges: readonly BalanceChange[] | null
  /** Complete text of a message; invisible characters are written as `⟨U+202E⟩`. */
  message: string | null
  /**
   * Set for a message in the exact form of a name message. `fields` are then the name's texts, and `target` is the address that it
   * would point to. It contains neither the owner of the name nor the server that accepts it.
   */
  nameMessage?: {
    /** Complete, with its zone. */
    name: string
    /** Unix seconds. */
    timestamp: number
    /** Network of `target`; null: the message registers the name, or sets its texts. */
    network: string | null
  }
  fee: NetworkFee | null
  findings: readonly Finding[]
  /** Set for transactions that can be signed. */
  transaction: PreparedTransaction | null
  /** The parts of a batch. */
  parts: readonly Description[]
  /** For `grantPermissions` and `revokePermissions`. */
  permissions?: PermissionsDescription | undefined
  /** For networks outside of EVM. */
  family?: FamilyDetails | undefined
  /** The account signs an operation, which has its own nonce and price. */
  isOperation?: true
  /**
   * JSON text of the described {@link SigningRequest} or {@link FamilyRequest}, for display. Signatures are compared with it
   * afterwards.
   */
  raw: string
}
