import { Segmented } from 'antd';
import { useState } from 'react';
import { PageContainer } from '../../src/ui/PageContainer.tsx';
import { PageHeader } from '../../src/ui/PageHeader.tsx';
import { BundleIn } from './BundleIn.tsx';
import { BundleOut } from './BundleOut.tsx';
import { useBundleText } from './texts.ts';
import './bundle.css';

const WAYS = ['out', 'in'] as const;
type Way = (typeof WAYS)[number];

/** Carries what the company has published to another installation, and takes what comes from one. */
export function BundlePage({ onLeave, onTaken }: { onLeave(): void; onTaken(): void }) {
  const text = useBundleText();
  const [way, setWay] = useState<Way>('out');
  return (
    <PageContainer>
      <PageHeader title={text('title')} purpose={text('purpose')} onBack={onLeave} />
      <div className="anlan-db">
        <Segmented<Way>
          aria-label={text('way')}
          value={way}
          onChange={setWay}
          options={WAYS.map((value) => ({ value, label: text(`way.${value}`) }))}
        />
        {way === 'out' ? <BundleOut /> : <BundleIn onTaken={onTaken} />}
      </div>
    </PageContainer>
  );
}
