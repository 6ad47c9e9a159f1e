import { expect, reactMajors, test, walletName } from './hostTest.ts'

for (const react of reactMajors)
  test(`behavior: wagmi ${react - 16} with React ${react} works through the connector`, async ({
    page,
    world,
    host,
    modal,
    wallet,
  }) => {
    const [one, two] = world.chains
    if (!one || !two) throw new Error('The world is incomplete')
    await host.open({ react, page: 'wagmi' })
    const [address] = await wallet.addresses()
    await expect(host.output('Status')).toHaveText('disconnected')

    await test.step('closing the modal is a rejection', async () => {
      await host.button('Latchkey').click()
      await modal.close()
      await expect(host.output('Failure')).toHaveText('4001 UserRejectedRequestError')
    })

    await test.step('connect: wagmi opens the modal', async () => {
      await host.button('Latchkey').click()
      await modal.button(walletName).click()
      await expect(host.output('Status')).toHaveText('connected')
      await expect(host.output('Address')).toHaveText(address ?? 'nobody')
      await expect(host.output('Kit address')).toHaveText(address ?? 'nobody')
      await expect(host.output('Chain')).toHaveText(String(one.id))
      await expect(modal.dialog).toBeHidden()
    })

    await test.step('send', async () => {
      await host.button('Send by wagmi').click()
      await expect(host.output('Receipt')).toHaveText('success')
    })

    await test.step('networks: wagmi switches the kit, the kit switches wagmi', async () => {
      await host.button(two.name).click()
      await expect(host.output('Chain')).toHaveText(String(two.id))
      await wallet.setChain(one.id)
      await expect(host.output('Chain')).toHaveText(String(one.id))
    })

    await test.step('a reload keeps both, silently', async () => {
      await page.reload()
      await expect(host.output('Status')).toHaveText('connected')
      await expect(host.output('Address')).toHaveText(address ?? 'nobody')
      await expect(host.output('Kit address')).toHaveText(address ?? 'nobody')
      expect((await wallet.requests()).map(({ method }) => method)).not.toContain('eth_requestAccounts')
    })

    await test.step('a disconnect on either side ends both', async () => {
      await host.button('Disconnect wagmi').click()
      await expect(host.output('Status')).toHaveText('disconnected')
      await expect(host.output('Kit status')).toHaveText('disconnected')
      await modal.connect(walletName)
      await expect(host.output('Status')).toHaveText('connected')
      await modal.disconnect()
      await expect(host.output('Status')).toHaveText('disconnected')
      await page.reload()
      await expect(host.output('Status')).toHaveText('disconnected')
      await expect(host.output('Kit status')).toHaveText('disconnected')
    })
  })
