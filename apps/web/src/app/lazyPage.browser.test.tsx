import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { LanguageProvider, loadFirstLanguage } from '../language/LanguageProvider.tsx'
import { Crashed } from './Crashed.tsx'
import { lazyPage } from './lazyPage.tsx'

/** A site whose second page is fetched as the test says. */
async function show(load: () => Promise<{ Second: ComponentType }>) {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to={'/second' as never}>Go</Link>
        <input aria-label="Amount" />
        <Outlet />
      </>
    ),
  })
  const first = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>The first page</p> })
  const second = createRoute({ getParentRoute: () => root, path: '/second', component: lazyPage(load, 'Second') })
  const router = createRouter({
    routeTree: root.addChildren([first, second]),
    history: createMemoryHistory(),
    defaultErrorComponent: Crashed,
  })
  const element = document.body.appendChild(document.createElement('div'))
  const view = createRoot(element)
  onTestFinished(() => {
    view.unmount()
    element.remove()
  })
  const language = await loadFirstLanguage()
  view.render(
    <LanguageProvider first={language}>
      <RouterProvider router={router as never} />
    </LanguageProvider>,
  )
  await expect.element(page.getByText('The first page')).toBeVisible()
}

test('flaw 2: a page that cannot be fetched offers a retry in its place, and what stands around it stays', async () => {
  let isOnline = false
  let asked = 0
  await show(async () => {
    asked += 1
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module: /assets/Second.js')
    return { Second: () => <p>The second page</p> }
  })
  await page.getByLabelText('Amount').fill('0.05')
  await page.getByRole('link', { name: 'Go' }).click()
  await expect.element(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeEnabled()
  isOnline = true
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('The second page')).toBeVisible()
  await expect.element(page.getByLabelText('Amount')).toHaveValue('0.05')
  expect(asked).toBeLessThan(6)
})

test('flaw 2: a page that throws says where to look for what a wallet has approved, and nothing about money', async () => {
  await show(async () => ({
    Second: () => {
      throw new Error('broken')
    },
  }))
  await page.getByRole('link', { name: 'Go' }).click()
  await expect.element(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible()
  await expect.element(page.getByText(/look at your activity before you do it again/)).toBeVisible()
  await expect.element(page.getByLabelText('Amount')).toBeVisible()
})
