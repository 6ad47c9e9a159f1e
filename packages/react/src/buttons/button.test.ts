import { expect, test } from 'vitest'
import { serverButtonCss } from '../../test/serverButtonCss.ts'

test('behavior: button.css says for a server’s page what the shadow root says', async () => {
  await expect(serverButtonCss()).toMatchFileSnapshot('./button.css')
})
