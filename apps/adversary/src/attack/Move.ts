import type { WindowPage } from '../../../wallet/src/cards/Card.ts'
import type { WindowCalls } from '../../../wallet/src/windows/WindowCalls.ts'
import type { Owner } from '../world/createOwner.ts'
import type { Browser } from '../world/openBrowser.ts'
import type { World } from '../world/startWorld.ts'
import type { Knowledge } from './createKnowledge.ts'
import type { Machine } from './createMachine.ts'
import type { Random } from './createRandom.ts'

/** How a step ended: `ok`, a refusal's code, or `nothing` if there was nothing to do. */
export type Outcome = string

/** State of one run. */
export type Scene = {
  world: World
  owner: Owner
  knowledge: Knowledge
  /** The attacker's own computer, with its own DPoP key. */
  machine: Machine
  /** The owner's browser, if the attacker reaches it. */
  browser: Browser
  /** Digests that may be signed, by the owner or by the rules. */
  allowed: Set<string>
  /** Transactions that the owner requested and approved. */
  ordered: { to: string; value: bigint }[]
  /** Pending requests of the site, the newest last. */
  open: OpenRequest[]
  /** Requests to the wallet's provider. */
  asked: unknown[]
  /** The open wallet window and its calls. */
  window: { page: WindowPage; calls: WindowCalls; isReal: () => boolean } | null
  /** Rights that the attacker has from the start. */
  rights: Rights
}

/** A pending request of the site. */
export type OpenRequest = { type: string; payload: unknown; isOver: () => boolean }

/** Rights that are no gain, because the attacker had them from the start. */
export type Rights = {
  /** May log in as the owner. */
  login: boolean
  /** May sign: the attacker sits at an unlocked wallet. */
  signing: boolean
}

/** One step of an attacker. */
export type Move = {
  name: string
  weight: number
  run: (scene: Scene, random: Random) => Promise<Outcome>
}
