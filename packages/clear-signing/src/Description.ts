import type { ChainId } from '@latchkey/protocol'
import type { FamilyDetails } from './families/FamilyDetails.ts'
import type { PermissionsDescription } from './permissions/PermissionsDescription.ts'

/** Asks the chain of the request: an EIP-1193-like `request` over the operator's own RPC endpoints. */
export type ChainReader = (request: { method: string; params: readonly unknown[] }) => Promise<unknown>

/** What is asked of the wallet. */
export type SigningRequest = {
  /** `eth_sendTransaction`, `personal_sign`, `eth_signTypedData_v4`, `wallet_sendCalls`, `wallet_grantPermissions`, `wallet_revokePermissions`. */
  method: string
  params: unknown
  /** CAIP-2, the network that the wallet is on. */
  chainId: ChainId
  /** The account that would sign; EIP-55. */
  account: `0x${string}`
  /** The verified origin of the asking page, for example `https://app.example`. */
  origin: string
  /**
   * The calls leave as one operation of the account (ERC-4337): all or none, numbered and paid for outside of them. Of
   * `eth_sendTransaction` and `wallet_sendCalls`.
   */
  asOperation?: true | undefined
}

/** What is asked of the wallet on a network that is not Ethereum-type. */
export type FamilyRequest = {
  /** `solana_signTransaction`, `solana_signMessage`, `signPsbt`, `sendTransfer` and so on. */
  method: string
  /** An object; which keys, stands at each method. */
  params: unknown
  /** CAIP-2, the network that the wallet is on. */
  chainId: ChainId
  /** The account that would sign, as its network writes it; of Bitcoin the payment address. */
  account: string
  /** The verified origin of the asking page. */
  origin: string
}

/** A token or coin as it is shown. `decimals` null: not known, so the amount is given in base units. */
export type AssetName = {
  /** Contract address, EIP-55, or mint; null for the network's own coin. */
  address: string | null
  symbol: string
  name: string
  decimals: number | null
  /** `spl`: a token of Solana, of either token program; `splNft`: one of which there is one piece. */
  kind: 'native' | 'erc20' | 'erc721' | 'erc1155' | 'spl' | 'splNft'
}

/** One change of the account's holdings, as simulated. */
export type BalanceChange = {
  asset: AssetName
  direction: 'in' | 'out'
  /** Base units. */
  amount: bigint
  /** Exact decimal text. */
  amountText: string
  /** ERC-721 and ERC-1155. */
  tokenId: bigint | null
  /** The other side, where there is one. */
  counterparty: string | null
}

/** One field of the decoded request. A tree: EIP-712 structs and tuples have `children`. */
export type DescriptionField = {
  /** The name as the ABI, descriptor or type has it. */
  name: string
  /** A key of the messages where the name is one of ours (`spender`, `amount`, `deadline`…). */
  label: FieldLabel | null
  type: string
  value: FieldValue
  children: readonly DescriptionField[]
}

/** Field names that are said in the reader's language. */
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

/** A value, with what it means. */
export type FieldValue =
  | { kind: 'address'; address: string; name: string | null; notice: AddressNotice | null }
  | { kind: 'amount'; amount: bigint; text: string; asset: AssetName; isUnlimited: boolean }
  | { kind: 'time'; unixSeconds: number }
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; hex: `0x${string}` }
  /** A picture that a text carries by itself; `size` in bytes. */
  | { kind: 'picture'; size: number }
  | { kind: 'none' }

/** What is known of an address that something goes to. */
export type AddressNotice =
  | { kind: 'own' }
  /** Sent to before. */
  | { kind: 'known' }
  | { kind: 'firstTime' }
  /** Looks like an address of the history or the list, and is not it. */
  | { kind: 'lookAlike'; resembles: string }
  | { kind: 'tokenContract' }
  | { kind: 'unchecked' }

/** What the request does, in one word; screens have a sentence for each. */
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
  /** Several transactions, each a part. */
  | 'transactions'
  // Bitcoin
  | 'sendToSelf'
  /** A part of a transaction that is not finished, or not the visitor's alone. */
  | 'signPart'
  | 'grantPermissions'
  | 'revokePermissions'
  | 'signIn'
  | 'signMessage'
  | 'signTypedData'

/** Something that the reader must know. `refuse`: it is not signed at all. */
export type Finding = {
  level: 'refuse' | 'warn' | 'note'
  code: FindingCode
  /** What the sentence of the code is filled in with; which keys, stands at each code. */
  values: Readonly<Record<string, string>>
}

/** The rules of design/wallet-frame 2.10, each with the keys of its values. A key that is not known is left out. */
export type FindingCode =
  // refuse
  /** `method` */
  | 'methodForbidden'
  /** `wanted` (the number that the request names), `network` (the number of the network in use) */
  | 'chainMismatch'
  /** `wanted`, `account` */
  | 'accountMismatch'
  /** `domain`, `origin` */
  | 'domainMismatch'
  /** `address`: the code that would be the account's */
  | 'delegationUnknown'
  /** `address`: what it would call. It could change who controls the account, which only the wallet's own screens do. */
  | 'accountControl'
  /** A text that is meant for a wallet's server: it proves who may change a wallet or a session. No site has it signed. */
  | 'walletControl'
  /** `field`, `reason` (English, for whoever built the page). A sign-in that is only nearly one is a `warn`. */
  | 'malformed'
  // warn
  /** `symbol`, `spender` */
  | 'unlimitedApproval'
  /** `operator`, `symbol` */
  | 'approvalForAll'
  /** `spender` */
  | 'permitSignature'
  /** `address`: the contract that anybody with the signature can call in the account's name */
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
  /** `bytes`: how many; not for typed data of an unknown type, of any contract or of any network */
  | 'blindData'
  /** `address`, `reason`: `noCode`, `unknown`, `delegateCall` (it would run as the account itself) or `imitation` (then `symbol`, which is another's) */
  | 'unverifiedContract'
  /** `deadline`: unix seconds */
  | 'expiredMessage'
  /** `field`: `issuedAt`, `expirationTime` or `notBefore`; `time`: as the message writes it */
  | 'signInTimes'
  /** `count`, `characters` (`U+202E U+200B`) */
  | 'hiddenCharacters'
  /** `address`: none of the visitor's own, and a name is to stand for it */
  | 'nameToOther'
  /** `amount` (decimal text), `symbol` */
  | 'lossWithoutReturn'
  /** `needed`, `available` (decimal texts), `symbol` */
  | 'insufficientFunds'
  /** `cost` (decimal text), `symbol`: many times what the network asks for, or much beside what is paid */
  | 'highFee'
  /** `symbol`: a swap may give as little as nothing of it */
  | 'noMinimum'
  /** `nonce` (what the app gave), `next` (the account's next number, after those on their way). A `note` where it replaces one on its way; of Bitcoin: one that spends the same coin, without values. */
  | 'nonceGiven'
  // note
  /** `name` */
  | 'testNetwork'
  // permissions (ERC-7715): refuse
  /** `until`: unix seconds */
  | 'grantExpired'
  /** `address`: the session's key is one of the visitor's own */
  | 'signerOwn'
  /** `address`: everybody has the session's key. A `warn` on a network for tests. */
  | 'signerKnown'
  /** `address`: the account itself, or what guards its sessions */
  | 'protectedTarget'
  // permissions: warn
  /** `until`: unix seconds */
  | 'grantLong'
  /** `symbol` */
  | 'allowanceUnlimited'
  /** `amount` (decimal text), `symbol`: one period can take all there is */
  | 'allowanceOverBalance'
  /** `symbol` */
  | 'anyReceiver'
  /** `address`, `signature`: what it allows can be used when the session is over */
  | 'lastingApproval'
  /** `address`, `signature`: a function of a token, or one that carries calls, and nothing says with what */
  | 'openFunction'
  /** `address`, `signature`: it decides whom the contract obeys, or what its code is */
  | 'controlFunction'
  // Solana: refuse
  /** `address`: the lookup table; what it stands for cannot be read, so nobody could say where anything goes */
  | 'accountsUnresolved'
  /** none: the text to be signed is a transaction, or a part of one */
  | 'messageIsTransaction'
  /** none: the network does not know the blockhash, or no longer */
  | 'blockhashExpired'
  /** none: a nonce that the network does not hold, or nobody can say whether it is for this network: it may be good on another */
  | 'otherCluster'
  // Solana: warn
  /** `address` */
  | 'unknownProgram'
  /** `address` (the new owner), `symbol`: a token account with all that is in it */
  | 'tokenAccountTaken'
  /** `address` (who gets it), `symbol`: power over a token or an account goes to somebody else */
  | 'authorityGiven'
  /** `spender`, `symbol`, `amount`: another may take this much, now and later */
  | 'delegateGiven'
  /** `address`: what is left in a closed account goes to it */
  | 'closeToOther'
  /** none: a durable nonce; once signed, it can be sent in a year as well */
  | 'noExpiry'
  /** `symbol`, `address`: its issuer can take it from any account */
  | 'permanentDelegate'
  /** `symbol`, `address`: moving it runs that program */
  | 'transferHook'
  /** `address` */
  | 'sendToProgram'
  /** `address`: coins that are sent to a token account */
  | 'sendToTokenAccount'
  /** `address`: it belongs to a program, so it is nobody's ordinary account */
  | 'ownedByProgram'
  // Solana: note
  /** `address`: somebody else pays the fee */
  | 'otherFeePayer'
  /** `count`, `address`: it needs more signatures than yours. A `refuse` where it would leave at once, of Bitcoin too. */
  | 'signersMissing'
  /** `symbol`, `amount`: the token keeps a part of each transfer */
  | 'transferFee'
  // Bitcoin: refuse
  /** `index`: what the request says of an own input is not what the chain says */
  | 'inputFalse'
  /** `index`: nobody can say what an own input is worth */
  | 'inputUnknown'
  /** `sighash`: anyone could send the coins anywhere with this signature */
  | 'sighashNone'
  // Bitcoin: warn
  /** `sighash`: others can change the rest of the transaction */
  | 'sighashOpen'
  /** `count`: of foreign inputs, whose worth is not known */
  | 'feeUnknown'
  /** `index`: the coin is spent already */
  | 'inputSpent'
  /** `address`: coins of the address for collectibles, which may carry some */
  | 'ordinalInput'
  /** `amount`, `symbol`: too little for the network to pass on */
  | 'dustOutput'
  /** `bytes`: paid to something that is no address */
  | 'unknownScript'
  // Bitcoin: note
  /** `bytes`: written on the chain for good */
  | 'dataOutput'
  /** `count`: others pay into it, too */
  | 'foreignInputs'
  /** `time` (unix seconds) or `height`: it waits until then */
  | 'lockedUntil'

/** What it costs to have the transaction included. */
export type NetworkFee = {
  /** Of Ethereum-type networks. */
  gas?: bigint | undefined
  /** Wei per gas: at most. */
  maxFeePerGas?: bigint | undefined
  /** Wei: gas × price, at most. Lamports or satoshis: exactly. */
  cost: bigint
  costText: string
  symbol: string
  /** Of Bitcoin: satoshis per virtual byte, decimal text. */
  rateText?: string | undefined
  /** Of Solana: how much of the cost is paid for being quick, decimal text. */
  priorityText?: string | undefined
  /** Somebody else pays it. */
  payer?: string | undefined
}

/** A transaction with everything filled in, ready to be signed exactly like this. */
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

/** Everything that is shown before something is signed. Plain data: screens turn it into sentences. */
export type Description = {
  intent: Intent
  /** The contract or receiver that is called. */
  target: { address: string; name: string | null; notice: AddressNotice | null } | null
  /** The function or primary type, as its ABI has it: `transfer(address,uint256)`. */
  signature: string | null
  fields: readonly DescriptionField[]
  /** Null: could not be simulated, which is then a finding. */
  balanceChanges: readonly BalanceChange[] | null
  /** Messages as text, whole; characters that would not be seen are written out, as `⟨U+202E⟩`. */
  message: string | null
  /**
   * Of a message that is about a name, to the letter: then `fields` are the name's texts, and `target` is the address that it is
   * to stand for. It says nothing of whose name it is, or of the server that takes it.
   */
  nameMessage?: {
    /** Whole, with its zone. */
    name: string
    /** Unix seconds. */
    timestamp: number
    /** Where it stands for `target`; null: it is registered, or its texts are set. */
    network: string | null
  }
  fee: NetworkFee | null
  findings: readonly Finding[]
  /** Set for transactions that can be signed. */
  transaction: PreparedTransaction | null
  /** The parts of a batch. */
  parts: readonly Description[]
  /** Of `grantPermissions` and `revokePermissions`. */
  permissions?: PermissionsDescription | undefined
  /** Of networks that are not Ethereum-type. */
  family?: FamilyDetails | undefined
  /** What is signed is an operation of the account, which has a number and a price of its own. */
  isOperation?: true
  /**
   * For whoever wants to see it all: JSON text of the {@link SigningRequest} or {@link FamilyRequest}. It is what was described, and what the
   * signature is held against afterwards.
   */
  raw: string
}
