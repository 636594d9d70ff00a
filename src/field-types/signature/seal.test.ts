import { expect, it } from 'vitest';
import { definition } from './definition.ts';
import { SAMPLE_SIGNATURE } from './fixtures.ts';

const context = { userId: '7', realName: '测甲乙', now: '2026-11-20 08:00:00', kept: [] };
const stored = { image: SAMPLE_SIGNATURE, signer: '5', signerName: '测丙丁', time: '2026-11-19 17:00:00' };

it('names the caller and the server clock, whatever time was sent', () => {
  const sealed = definition.seal?.(
    { image: SAMPLE_SIGNATURE, time: '1999-01-01 00:00:00', signerName: '别人' },
    context,
  );
  expect(sealed).toEqual({
    value: { image: SAMPLE_SIGNATURE, signer: '7', signerName: '测甲乙', time: '2026-11-20 08:00:00' },
  });
});

it('refuses a signer other than the caller', () => {
  expect(definition.seal?.({ image: SAMPLE_SIGNATURE, signer: '5' }, context)).toEqual({ message: '不能代他人签名' });
});

it('leaves a stored signature as it is when it comes back', () => {
  const kept = { ...context, kept: [stored] };
  expect(definition.seal?.(stored, kept)).toEqual({ value: stored });
  expect(definition.seal?.({ ...stored, signer: '7' }, kept)).toEqual({ message: '不能代他人签名' });
  expect(definition.seal?.({ ...stored, time: '2000-01-01 00:00:00' }, kept)).toEqual({ value: stored });
});
