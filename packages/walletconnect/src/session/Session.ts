import type { PeerMetadata } from '../ClientParameters.ts'

/** Namespaces of a proposal. Keys: a CAIP-2 namespace (`eip155`) or a chain (`eip155:1`). Source: CAIP-25, CAIP-217. */
export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>

/** Entry of {@link ProposalNamespaces}. */
export type ProposalNamespace = {
  /** CAIP-2; omitted if the key is a chain. */
  chains?: readonly string[]
  methods: readonly string[]
  events: readonly string[]
}

/** Namespaces that a wallet agreed to. */
export type SessionNamespaces = Readonly<Record<string, SessionNamespace>>

/** Entry of {@link SessionNamespaces}. */
export type SessionNamespace = {
  chains?: readonly string[]
  /** CAIP-10, in the wallet's order of preference. */
  accounts: readonly string[]
  methods: readonly string[]
  events: readonly string[]
}

/** A live session between an app and a wallet. */
export type Session = {
  /** 64 hexadecimal digits. */
  topic: string
  pairingTopic: string
  peer: PeerMetadata
  /** The peer's public key, hexadecimal. */
  peerPublicKey: string
  controller: 'app' | 'wallet'
  namespaces: SessionNamespaces
  /** Requested by the app. The session is outdated once the app needs more. */
  requiredNamespaces: ProposalNamespaces
  optionalNamespaces: ProposalNamespaces
  sessionProperties?: Readonly<Record<string, string>>
  /** Unix seconds, as on the wire. */
  expiry: number
  /** Relays on which the peer was heard. */
  relays: readonly string[]
}
