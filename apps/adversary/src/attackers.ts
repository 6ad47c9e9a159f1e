import type { Move, Rights } from './attack/Move.ts'
import { apiMoves } from './moves/apiMoves.ts'
import { cardMoves } from './moves/cardMoves.ts'
import { hostMoves } from './moves/hostMoves.ts'
import { guessPassword, mailLogin, mailMoves, newWalletMove, providerMoves } from './moves/loginMoves.ts'
import { nodeMoves } from './moves/nodeMoves.ts'
import { personMoves, personPlans } from './moves/personMoves.ts'
import { popupMoves } from './moves/popupMoves.ts'
import { prefixMoves } from './moves/prefixMoves.ts'
import { windowMoves } from './moves/windowMoves.ts'
import type { Shape } from './world/createOwner.ts'

/** State of the owner's browser at the start. */
export type State = 'open' | 'locked' | 'away'

/** An attacker with all moves in reach. */
export type Attacker = {
  name: string
  /** Number of its runs among 1,000. */
  share: number
  moves: readonly Move[]
  /** Promising orders of moves; some runs follow one, with other moves in between. */
  plans: readonly (readonly string[])[]
  shapes: readonly Shape[]
  state: State
  rights: Rights
  /** The move that logs in. */
  login?: string
  /** Whether its requests come from a whole /48. */
  isPrefix?: true
}

const mail = (factors: Shape['factors'], browsers: 1 | 2 = 1): Shape => ({ login: 'mail', factors, browsers })
const provider = (factors: Shape['factors'], browsers: 1 | 2 = 1): Shape => ({ login: 'provider', factors, browsers })

const mailShapes = [
  mail([]),
  mail(['backupCode']),
  mail(['passkey']),
  mail(['password']),
  mail(['passkey', 'backupCode'], 2),
  mail(['backupCode', 'password'], 2),
]
const providerShapes = [provider([]), provider(['password']), provider(['passkey', 'backupCode'], 2)]

const scaled = (moves: readonly Move[], factor: number): Move[] =>
  moves.map((move) => ({ ...move, weight: move.weight * factor }))

/** Moves after a login that take, break or poison, in the orders of the security review. */
const thiefPlans = (confirm: string) => [
  ['api getWallet', 'api recoverWallet', guessPassword.name],
  ['api getWallet', 'api enrolDevice', 'api rotateWallet'],
  [confirm, 'api getWallet', 'api addFactor', 'api recoverWallet'],
  [confirm, 'api noteExport'],
  ['api listDevices', confirm, 'api revokeDevice'],
  ['api startPasskeyRegistration', 'api finishPasskeyRegistration', confirm, 'api enrolDevice'],
]

/** All attackers. */
export const attackers: readonly Attacker[] = [
  {
    name: 'a script in the site',
    share: 200,
    moves: [...hostMoves, ...cardMoves, ...scaled(popupMoves, 1), ...scaled(apiMoves, 0.15)],
    plans: [
      ['own pop-up', 'api getWallet'],
      ['own pop-up', 'api getWallet', 'host rpc', 'card approve', 'api enrolDevice'],
      ['host rpc', 'card approve'],
      ['api startEmailLogin', 'api verifyEmailCode'],
    ],
    shapes: [...mailShapes, ...providerShapes],
    state: 'open',
    rights: { login: false, signing: false },
  },
  {
    name: 'a script in the site, with a stolen login',
    share: 150,
    moves: [...hostMoves, ...cardMoves, ...scaled(apiMoves, 0.6), ...scaled(mailMoves, 0.5)],
    login: mailLogin.name,
    plans: [
      ['api getWallet', 'host rpc', 'card approve', 'api enrolDevice', 'api rotateWallet'],
      ['api getWallet', 'host rpc', 'card approve', 'host rpc', 'card approve', 'api enrolDevice'],
    ],
    shapes: mailShapes,
    state: 'open',
    rights: { login: true, signing: false },
  },
  {
    name: 'a mailbox thief',
    share: 180,
    moves: [...scaled(mailMoves, 1.5), ...apiMoves, guessPassword],
    login: mailLogin.name,
    plans: [
      ...thiefPlans('confirm with a code from the mailbox'),
      [newWalletMove.name, 'api startEmailChange', 'api verifyOldEmail', 'api verifyNewEmail'],
      [newWalletMove.name, mailLogin.name, 'api createWallet', 'api takeLoginBack', 'follow a link from the mailbox'],
    ],
    shapes: [...mailShapes, ...providerShapes],
    state: 'away',
    rights: { login: true, signing: false },
  },
  {
    name: 'a thief of the provider account',
    share: 120,
    moves: [...scaled(providerMoves, 1.5), ...apiMoves, guessPassword],
    login: 'log in with the provider',
    plans: thiefPlans('confirm with the provider'),
    shapes: providerShapes,
    state: 'away',
    rights: { login: true, signing: false },
  },
  {
    name: 'a person at an open browser',
    share: 90,
    moves: [...windowMoves, ...personMoves, ...scaled(hostMoves, 0.4), ...scaled(cardMoves, 0.4)],
    plans: personPlans,
    shapes: [mail([]), ...mailShapes],
    state: 'open',
    rights: { login: true, signing: true },
  },
  {
    name: 'a person at a locked browser',
    share: 90,
    moves: [...windowMoves, ...personMoves, ...scaled(hostMoves, 0.4), ...scaled(cardMoves, 0.4)],
    plans: personPlans,
    shapes: [mail([]), ...mailShapes],
    state: 'locked',
    rights: { login: true, signing: false },
  },
  {
    name: 'a malicious node',
    share: 80,
    moves: nodeMoves,
    plans: [['node lies otherwise', 'owner sends money']],
    shapes: [mail(['backupCode'])],
    state: 'open',
    rights: { login: false, signing: false },
  },
  {
    name: 'one /48 prefix',
    share: 90,
    moves: [...prefixMoves, ...scaled(apiMoves, 0.1)],
    plans: [],
    shapes: [mail(['backupCode'])],
    state: 'away',
    rights: { login: false, signing: false },
    isPrefix: true,
  },
]
