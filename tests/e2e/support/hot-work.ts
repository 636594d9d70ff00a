import type { Page } from 'playwright/test';
import { section } from './ticket-desk.ts';

/** Rows of a part of the page, which are cards on a phone. */
export const rowsOf = (page: Page, title: string, text: string) =>
  section(page, title).locator('tbody tr, li').filter({ hasText: text });

/** The drawer in which somebody is added to a ticket. */
export const personDrawer = (page: Page) => page.getByRole('dialog', { name: '新增作业人员' });

/** What a choice that is open offers. */
export const offered = (page: Page) => page.locator('.ant-select-dropdown:visible .ant-select-item-option');
