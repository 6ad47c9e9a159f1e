import { popupSignal } from '@latchkey/protocol'
import { redeemSocialLogin, startSocialLogin } from '@latchkey/protocol/wallet'
import { testProjectId } from '../../../wallet/src/testing/createTestFrame.ts'
import type { Move } from '../attack/Move.ts'
import { hostOrigin } from '../world/startWorld.ts'
import { visitPopup } from '../world/visitPopup.ts'

/** A script in the site opens the wallet's window for its own login in the owner's browser, where the provider knows the owner. */
export const popupMoves: readonly Move[] = [
  {
    name: 'own pop-up',
    weight: 3,
    run: async ({ world, owner, machine, browser }, random) => {
      const body = { projectId: testProjectId, provider: 'github', hostOrigin }
      const started = await machine.call(startSocialLogin, { body })
      if (started.outcome !== 'ok') return started.outcome
      const { popupUrl, handshake, attemptId } = started.json
      const end = await visitPopup({
        world,
        browser,
        popupUrl: String(popupUrl),
        person: owner.person,
        // The owner did not ask for it, and does not continue.
        clicks: false,
        says: {
          origin: random.chance(0.8) ? hostOrigin : 'https://evil.example',
          data: { k: popupSignal.go, attemptId, handshake },
        },
      })
      if (end !== 'done') return end
      return (await machine.call(redeemSocialLogin, { body: { attemptId }, patience: 500 })).outcome
    },
  },
]
