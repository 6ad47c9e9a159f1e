import type { PeerMetadata } from '../ClientParameters.ts'

/** What of a family or chain is asked for. Keys: a CAIP-2 namespace (`eip155`) or a chain (`eip155:1`). Source: CAIP-25, CAIP-217. */
export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>

/** What is asked for under one key of {@link ProposalNamespaces}. */
export type ProposalNamespace = {
  /** CAIP-2; left out where the key is a chain. */
  chains?: readonly string[]
  methods: readonly string[]
  events: readonly string[]
}

/** What a wallet agreed to. */
export type SessionNamespaces = Readonly<Record<string, SessionNamespace>>

/** What a wallet agreed to under one key of {@link SessionNamespaces}. */
export type SessionNamespace = {
  chains?: readonly string[]
  /** CAIP-10, the wallet's preferred ones first. */
  accounts: readonly string[]
  methods: readonly string[]
  events: readonly string[]
}

/** A live connection between an app and a wallet. */
export type Session = {
  /** 64 hexadecimal digits. */
  topic: string
  pairingTopic: string
  peer: PeerMetadata
  /** The other side's public key, hexadecimal. */
  peerPublicKey: string
  controller: 'app' | 'wallet'
  namespaces: SessionNamespaces
  /** What the app asked for: a session is stale once the app wants more. */
  requiredNamespaces: ProposalNamespaces
  optionalNamespaces: ProposalNamespaces
  sessionProperties?: Readonly<Record<string, string>>
  /** Unix seconds, as on the wire. */
  expiry: number
  /** Relays on which the other side was heard. */
  relays: readonly string[]
}
