import { useEffect, useMemo, useState } from 'react';
import { tagColour } from '../../../ui/StatusTag.tsx';
import { useJointText } from '../text.ts';
import { gradesOf, type PlanContent, type PlanSize, sketchOf } from './sketch.ts';
import './plan-sketch.css';

/** Forms of the marks of the layers of points, in order. */
const FORMS = ['circle', 'square', 'triangle'] as const;

/** Height of letters in units of the sketch. */
const LETTER = 0.82;

/** About how many times its height a word is wide. */
const wideOf = (word: string): number => [...word].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1 : 0.55), 0);

/** A plan with areas by their grade and how many points lie where: a drawing, without names and without a press. */
export function PlanSketch({ content, title }: { readonly content: PlanContent; readonly title: string }) {
  const text = useJointText();
  const size = usePictureSize(content.ground.plan?.link);
  const sketch = useMemo(() => sketchOf(content, size), [content, size]);
  // Areas have nothing that tells one from the other but where they come.
  const areas = (sketch?.layers ?? []).flatMap((layer) =>
    layer.areas.map((area, at) => ({ key: `${layer.key}${at}`, area })),
  );
  const points = content.layers.filter(({ areas }) => areas === undefined);
  const grades = gradesOf(content);
  const said = [
    ...grades.map((grade) => `${grade.text} ${grade.count}`),
    ...points.map((layer) => `${layer.title} ${layer.count}`),
  ];
  const [shown, setShown] = useState(content.ground.plan?.link);
  const link = content.ground.plan?.link;
  // The picture changes its address every ten minutes; the one that is shown stays until another is there.
  useEffect(() => {
    if (size !== undefined) setShown(link);
  }, [size, link]);
  return (
    <figure className="anlan-plan-sketch">
      {sketch === undefined ? (
        <p className="anlan-plan-sketch-empty">{text('map.empty')}</p>
      ) : (
        <svg
          className="anlan-plan-sketch-plan"
          viewBox={sketch.view.join(' ')}
          role="img"
          aria-label={[title, ...said].join('，')}
          preserveAspectRatio="xMidYMid meet"
        >
          {sketch.picture === undefined || shown === undefined ? null : (
            <image
              className="anlan-plan-sketch-picture"
              href={shown}
              width={size?.width}
              height={size?.height}
              transform={`matrix(${sketch.picture.join(' ')})`}
            />
          )}
          {areas.map(({ key, area }) => (
            <polygon
              key={key}
              className="anlan-plan-sketch-area"
              data-colour={tagColour(area.color)}
              points={area.corners.map((corner) => corner.join(',')).join(' ')}
            />
          ))}
          {areas.map(({ key, area: { text: grade, width, top } }) =>
            grade !== undefined && width > sketch.unit * LETTER * wideOf(grade) ? (
              <text key={key} x={top[0]} y={top[1] + sketch.unit * 0.62} fontSize={sketch.unit * LETTER}>
                {grade}
              </text>
            ) : null,
          )}
          {sketch.layers.flatMap(({ key, heaps }) =>
            heaps.map(({ at: [x, y], count }) => (
              <g key={`${key}${x},${y}`} className="anlan-plan-sketch-mark" transform={`translate(${x} ${y})`}>
                <Mark form={formOf(points, key)} size={sketch.unit * (count > 9 ? 0.8 : 0.65)} />
                <text fontSize={sketch.unit * 0.75}>{count}</text>
              </g>
            )),
          )}
        </svg>
      )}
      <figcaption className="anlan-plan-sketch-legend">
        {grades.map(({ text: grade, color, count }) => (
          <span key={grade}>
            <i data-colour={tagColour(color)} aria-hidden />
            {grade} <b>{count}</b>
          </span>
        ))}
        {points.map(({ key, title: layer, count }) => (
          <span key={key}>
            <svg viewBox="-1 -1 2 2" className="anlan-plan-sketch-mark" aria-hidden>
              <Mark form={formOf(points, key)} size={0.8} />
            </svg>
            {layer} <b>{count}</b>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

type Form = (typeof FORMS)[number];

function formOf(points: readonly { readonly key: string }[], key: string): Form {
  return FORMS[points.findIndex((layer) => layer.key === key) % FORMS.length] ?? 'circle';
}

function Mark({ form, size }: { readonly form: Form; readonly size: number }) {
  if (form === 'square') return <rect data-form={form} x={-size} y={-size} width={2 * size} height={2 * size} />;
  if (form === 'triangle') {
    return <path data-form={form} d={`M0 ${-1.25 * size}L${1.3 * size} ${size}L${-1.3 * size} ${size}Z`} />;
  }
  return <circle data-form={form} r={size} />;
}

/** How large a picture is, once it is there; undefined where it cannot be had. */
function usePictureSize(link: string | undefined): PlanSize | undefined {
  const [size, setSize] = useState<PlanSize>();
  useEffect(() => {
    if (link === undefined) {
      setSize(undefined);
      return;
    }
    const picture = new Image();
    picture.onload = () => setSize({ width: picture.naturalWidth, height: picture.naturalHeight });
    picture.src = link;
    return () => {
      picture.onload = null;
    };
  }, [link]);
  return size;
}
