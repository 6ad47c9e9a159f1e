import { expect, test } from 'vitest'
import { falseFriend, friend, preview } from '../../../gallery/fixtures.ts'
import { scenes } from '../../../gallery/scenes.ts'
import { inModal } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

test('behavior: threat 23: an address that looks like another is shown beside it, both whole', async () => {
  const scene = scenes.find(({ id }) => id === 'send-preview-look-alike')
  if (!scene) throw new Error('No scene')
  await renderScene(scene)
  const note = await inModal('.note[data-tone="loss"]')
  expect(note.textContent).toContain('resembles one in your activity, but it is different')
  expect([...note.querySelectorAll('.address')].map(({ textContent }) => textContent)).toEqual([falseFriend, friend])
  expect((await inModal('.route')).textContent).toContain(falseFriend)
  expect(note.getAttribute('role')).toBe('alert')
})

test.each([
  { notice: { type: 'own' }, sentence: 'your own account' },
  { notice: { type: 'unseen', complete: true }, sentence: 'nothing to this address before' },
  { notice: { type: 'unseen', complete: false }, sentence: 'nothing to this address lately' },
  { notice: { type: 'token-contract' }, sentence: 'contract of a token' },
] as const)('behavior: shows $notice.type: $sentence', async ({ notice: receiverNotice, sentence }) => {
  const scene = scenes.find(({ id }) => id === 'send-preview')
  if (scene?.world?.send?.status !== 'preview') throw new Error('No scene')
  const send = { ...scene.world.send, preview: { ...preview, receiverNotice } }
  await renderScene({ ...scene, world: { ...scene.world, send } })
  expect((await inModal('.note')).textContent).toContain(sentence)
})
