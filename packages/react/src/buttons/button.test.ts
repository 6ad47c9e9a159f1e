import { expect, test } from 'vitest'
import { serverButtonCss } from '../../test/serverButtonCss.ts'

test('behavior: button.css has the same rules for a server’s page as the shadow root', async () => {
  await expect(serverButtonCss()).toMatchFileSnapshot('./button.css')
})
