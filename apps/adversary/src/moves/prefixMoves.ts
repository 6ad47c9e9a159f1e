import { startEmailLogin, startSocialLogin, verifyEmailCode } from '@latchkey/protocol/wallet'
import { testProjectId } from '../../../wallet/src/testing/createTestFrame.ts'
import type { Random } from '../attack/createRandom.ts'
import type { Move, Scene } from '../attack/Move.ts'
import { hostOrigin } from '../world/startWorld.ts'

/** Number of requests in one step. */
const burst = 5

/** Returns an address of one /48: 65,536 networks of /64. */
export function prefixAddress(random: Random): string {
  const group = () => random.below(65_536).toString(16)
  return `2001:db8:7:${group()}:${group()}:${group()}:${group()}:${group()}`
}

const startWith = async ({ machine }: Scene, email: string) =>
  machine.call(startEmailLogin, { body: { projectId: testProjectId, email, hostOrigin } })

/** Moves with one /48 and no account: emails to arbitrary addresses, guesses, attempts. */
export const prefixMoves: readonly Move[] = [
  {
    name: 'mails to many mailboxes',
    weight: 6,
    run: (scene, random) => repeat(() => startWith(scene, `${random.bytes(9)}@example.net`)),
  },
  {
    name: 'mails to one mailbox by its other names',
    weight: 3,
    run: (scene, random) => {
      const [name, domain] = scene.owner.email.split('@')
      return repeat(() => startWith(scene, `${name}+${random.bytes(4)}@${domain}`))
    },
  },
  {
    name: 'mails to the owner',
    weight: 3,
    run: (scene) => repeat(() => startWith(scene, scene.owner.email)),
  },
  {
    name: 'guesses codes',
    weight: 4,
    run: (scene, random) => {
      const attemptId = String(scene.knowledge.newest('attemptId') ?? random.uuid())
      const otp = () => String(random.below(1_000_000)).padStart(6, '0')
      return repeat(() => scene.machine.call(verifyEmailCode, { body: { attemptId, otp: otp() } }))
    },
  },
  {
    name: 'attempts with a provider',
    weight: 2,
    run: (scene) =>
      repeat(() =>
        scene.machine.call(startSocialLogin, { body: { projectId: testProjectId, provider: 'github', hostOrigin } }),
      ),
  },
]

async function repeat(send: () => Promise<{ outcome: string }>): Promise<string> {
  let last = 'nothing'
  for (let count = 0; count < burst; count += 1) last = (await send()).outcome
  return last
}
