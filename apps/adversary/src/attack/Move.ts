import type { WindowPage } from '../../../wallet/src/cards/Card.ts'
import type { WindowCalls } from '../../../wallet/src/windows/WindowCalls.ts'
import type { Owner } from '../world/createOwner.ts'
import type { Browser } from '../world/openBrowser.ts'
import type { World } from '../world/startWorld.ts'
import type { Knowledge } from './createKnowledge.ts'
import type { Machine } from './createMachine.ts'
import type { Random } from './createRandom.ts'

/** How a step ended: `ok`, a refusal's code, or `nothing` where there was nothing to do it with. */
export type Outcome = string

/** What one run is played in. */
export type Scene = {
  world: World
  owner: Owner
  knowledge: Knowledge
  /** The attacker's own computer, with a DPoP key of its own. */
  machine: Machine
  /** The owner's browser, where the attacker reaches it. */
  browser: Browser
  /** Digests that may be signed: the owner, or the rules, allow them. */
  allowed: Set<string>
  /** Transactions that the owner asked for and approved. */
  ordered: { to: string; value: bigint }[]
  /** Requests of the site that may be under way, the newest last. */
  open: OpenRequest[]
  /** What was asked of the wallet's provider. */
  asked: unknown[]
  /** The window of the wallet that is open, and what it may call. */
  window: { page: WindowPage; calls: WindowCalls; isReal: () => boolean } | null
  /** What the attacker may do by the rules of where it stands. */
  rights: Rights
}

/** A request of the site that is under way. */
export type OpenRequest = { type: string; payload: unknown; isOver: () => boolean }

/** What is no gain, because the attacker had it from the beginning. */
export type Rights = {
  /** May log in as the owner. */
  login: boolean
  /** May sign: sits at an open wallet. */
  signing: boolean
}

/** One step of an attacker. */
export type Move = {
  name: string
  weight: number
  run: (scene: Scene, random: Random) => Promise<Outcome>
}
