import { expect, test } from 'vitest'
import { strayTexts } from '../../test/strayTexts.ts'

test('error: finds a text outside the catalog', () => {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = '<p>⟦Fine⟧</p><p translate="no">USDC</p><button aria-label="Close">Stray</button>'
  expect(strayTexts(root)).toEqual(['Stray', 'Close'])
})
