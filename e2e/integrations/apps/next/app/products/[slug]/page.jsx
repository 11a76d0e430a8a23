import { ADD_TO_CART, nameOf, titleOf } from '../../../shop.js';
import { Pay } from './pay.jsx';

export async function generateMetadata({ params }) {
  const { slug } = await params;
  return { title: titleOf(nameOf(slug)) };
}

export default async function Product({ params }) {
  const { slug } = await params;
  return (
    <>
      <h1>{nameOf(slug)}</h1>
      <button type="button" {...ADD_TO_CART}>
        Add to cart
      </button>
      <Pay />
    </>
  );
}
